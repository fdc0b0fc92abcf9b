"""The search for certificates: floats find, fractions prove. May import learners and what is below them."""
