/**
 * A new random Idempotency-Key: a call repeated with the same key is executed once. Does not use crypto.randomUUID, which is absent over
 * plain http.
 * @example
 * export const submit = (id: string, key = newKey()) =>
 *   request(`/api/acme/agreement/submit/${id}`, { method: 'PUT', headers: { 'Idempotency-Key': key } });
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
