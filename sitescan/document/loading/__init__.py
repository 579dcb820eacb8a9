"""What a page makes a browser load: the outline, resources, images, fonts, scripts."""
