/** The header of a call that a browser makes by itself, such as a timer's, with no input since the last call without it: it does not prolong the session. */
export const unattendedHeader = 'x-unattended';
