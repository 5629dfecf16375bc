/**
 * Node's flags wherever the server runs: garbage is collected early. Otherwise a long export takes 170 MB more than it
 * uses (docs/decisions/0012-sheets-on-the-server.md).
 */
export const memoryFlags = ['--max-semi-space-size=8', '--heap-growing-percent=60'];
