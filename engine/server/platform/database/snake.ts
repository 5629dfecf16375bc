/** A name of the wire as the database writes it: `userAccount` is `user_account`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
