/** The database's form of a name on the wire: `userAccount` is `user_account`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
