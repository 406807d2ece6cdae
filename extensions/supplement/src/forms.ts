/** How a supplement is taken, as the table has it. */
export const forms = ['tablets', 'capsules', 'lozenges', 'gummies', 'powder', 'liquid', 'tea', 'bars'] as const;
