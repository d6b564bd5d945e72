// What becomes of the target of a product: it is replaced, increased or diminished by the product.
export const REPLACE: i32 = 0;
export const ADD: i32 = 1;
export const SUBTRACT: i32 = 2;

// Which tiles of the target are computed: all of them, or those that touch the lower or the upper triangle.
export const WHOLE: i32 = 0;
export const LOWER: i32 = 1;
export const UPPER: i32 = 2;
