"""How columns become features: types, categories, text, scaling, hashing. What is learned here belongs to the model."""
