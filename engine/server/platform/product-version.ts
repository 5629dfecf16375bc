import packageJson from '../../../package.json' with { type: 'json' };

/** The version of the product: it stands in the package.json of the whole, and CHANGELOG.md says what is in it. */
export const productVersion: string = packageJson.version;
