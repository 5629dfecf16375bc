/** The data scopes of a role: which records its holders reach (dictionary `data_scope`). */
export const dataScopes = { all: '全部', orgAndBelow: '本机构及下级', org: '本机构', own: '本人', custom: '自定义' } as const;
