/** The password of the account admin in every database of the benchmarks. */
export const adminPassword = 'Bench-Admin-2024';
