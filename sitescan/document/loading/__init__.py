"""The files that a page makes a browser load: outline, resources, images, fonts, scripts."""
