/** The entries of the dictionaries that a resource's columns use, by dictionary. */
export type Choices = Readonly<Record<string, readonly { value: string; label: string }[]>>;
