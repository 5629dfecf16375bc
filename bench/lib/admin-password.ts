/** Of the account admin in every database of the bench. */
export const adminPassword = 'Bench-Admin-2024';
