enum Room {}
