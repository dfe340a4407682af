"""What people and programs read: text for the terminal, tables and JSON, made from what the other rooms return."""
