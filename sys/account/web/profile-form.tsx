import { rejectInvalid } from '@back-office/web/crud/fields/reject-invalid.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { user } from '../../users/user.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Select, Skeleton } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { sameValue } from '@back-office/web/crud/same-value.ts';
import { DraftOfferBar } from '@back-office/web/crud/drafts/draft-offer-bar.tsx';
import { useRecordDraft } from '@back-office/web/crud/drafts/use-record-draft.ts';
import { clearable } from '@back-office/web/crud/fields/clearable.ts';
import { useDict } from '@back-office/web/crud/fields/use-dict.ts';
import { LoadFailed } from '@back-office/web/platform/ui/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/ui/stale-alert.tsx';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { showRefused } from '@back-office/web/platform/request/show-refused.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { useBusy } from '@back-office/web/platform/ui/use-busy.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { AvatarEditor } from './avatar-editor.tsx';

const names = ['userName', 'userGender', 'userPhone', 'userEmail'] as const;
type Values = Partial<Record<(typeof names)[number], string | null>>;

/** The fields of the personal centre, as a resource with its own name, so that its drafts are separate from those of user records. */
const profile: Resource = { ...user, name: 'profile', form: names };
const given = (values: Values): Values => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

/** The form for the user's own details, which uses the personal centre's own calls. */
export function ProfileForm() {
  const { userId } = useSession();
  const query = useQuery({
    queryKey: ['sys/user', 'select-info', userId],
    queryFn: ({ signal }) => request<RecordOf<typeof user>>(`/api/sys/user/select-info/${userId}`, { signal, quiet: true }),
    refetchInterval: retryUntilSuccess(),
    meta: { kept: true },
  });
  const { data, error, isError, refetch } = query;
  if (isError && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  return (
    <>
      <StaleAlert className="profile-stale" query={query} shown="下面的资料可能不是最新的。" />
      <AvatarEditor row={data} />
      <Details row={data} />
    </>
  );
}

function Details({ row }: { row: RecordOf<typeof user> }) {
  const { message } = useApp();
  const queries = useQueryClient();
  const [form] = Form.useForm<Values>();
  const { options } = useDict('gender');
  const typed = (): Values => given(form.getFieldsValue());
  const { offer, touched, settled } = useRecordDraft({
    resource: profile,
    base: row,
    formValues: typed,
    changed: () => names.some((name) => !sameValue(typed()[name], row[name])),
    restore: (values) => form.setFieldsValue(values),
  });
  const [busy, work] = useBusy();
  const save = (values: Values): Promise<void> =>
    work(async () => {
      try {
        const json = { ...row, ...given(values) };
        const saved = await request<RecordOf<typeof user>>('/api/sys/user/save-info', { method: 'PUT', json });
        settled();
        queries.setQueryData(['sys/user', 'select-info', row.id], saved);
        sessionStore.rename({ userName: saved.userName });
        void message.success('保存成功');
      } catch (error) {
        showRefused(form, error, names);
      }
    });
  const initial = Object.fromEntries(names.map((name) => [name, row[name] ?? undefined]));
  return (
    <Form form={form} layout="vertical" initialValues={initial} onValuesChange={touched} onFinish={(values: Values) => void save(values)}>
      <DraftOfferBar offer={offer} />
      <Form.Item label="账号">
        <Input value={row.userAccount} readOnly variant="filled" aria-label="账号" />
      </Form.Item>
      <Form.Item name="userName" label="姓名" required rules={[ruleOf('userName')]}>
        <Input autoComplete="name" />
      </Form.Item>
      <Form.Item name="userGender" label="性别">
        <Select allowClear={clearable} placeholder="请选择" options={options.map(({ key, label }) => ({ value: key, label }))} />
      </Form.Item>
      <Form.Item name="userPhone" label="手机号" rules={[ruleOf('userPhone')]}>
        <Input type="tel" autoComplete="tel" />
      </Form.Item>
      <Form.Item name="userEmail" label="邮箱" rules={[ruleOf('userEmail')]}>
        <Input type="email" autoComplete="email" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        保存
      </Button>
    </Form>
  );
}

/** The same check as on the server, from the same declaration. */
const ruleOf = (name: (typeof names)[number]) => ({
  validator: (_: unknown, value: unknown) => rejectInvalid(fieldOf(user, name), value),
});
