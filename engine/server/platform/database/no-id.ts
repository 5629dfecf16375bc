/** The id of no row, which is less than every other. */
export const noId = '00000000-0000-0000-0000-000000000000';
