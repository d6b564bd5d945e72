export declare function textOf(bytes: Uint8Array): string;
export declare function differenceOf(base: Uint8Array, bytes: Uint8Array): Uint8Array;
