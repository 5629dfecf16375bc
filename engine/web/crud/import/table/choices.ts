/** The entries of the dictionaries that a resource's columns take from, by dictionary. */
export type Choices = Readonly<Record<string, readonly { value: string; label: string }[]>>;
