/** Whether a member is disabled (2), or has left (5); one who has not activated their account yet (4) is a member all the same. */
export const isFormerMember = ({ status, enable }: { status?: number | undefined; enable?: number | undefined }): boolean =>
  status === 2 || status === 5 || enable === 0;
