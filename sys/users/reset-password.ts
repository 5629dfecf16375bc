/** `data` of PUT /api/sys/user/reset-password/{id}: the password with which its person signs in once. */
export interface ResetPassword {
  oneTimePassword: string;
}
