/** Shoppers see the number of so few pieces, and the desk says that they run out. */
export const few = 5;
