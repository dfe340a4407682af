"""What `import ruleslawyer` gives (docs/api.md): each function checks what it is asked for, and prints nothing."""
