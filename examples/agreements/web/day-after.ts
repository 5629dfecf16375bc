/** The day after so many days, as a date travels: `2026-03-01`. */
export const dayAfter = (days: number): string => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv');
