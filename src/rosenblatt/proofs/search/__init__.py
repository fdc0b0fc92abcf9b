"""Search for certificates: floats find, fractions prove. May import learners and the layers below."""
