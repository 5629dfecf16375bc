import { rejectInvalid } from '@back-office/web/crud/fields/reject-invalid.ts';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { ownUser } from '../../users/own-user.ts';
import { user } from '../../users/user.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select, Skeleton } from 'antd';
import { DraftOfferBar } from '@back-office/web/crud/drafts/draft-offer-bar.tsx';
import { clearable } from '@back-office/web/crud/fields/clearable.ts';
import { useDict } from '@back-office/web/crud/fields/use-dict.ts';
import { pick } from '@back-office/web/crud/hooks/use-editor.ts';
import { ConflictDialog } from '@back-office/web/crud/parts/conflict-dialog.tsx';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import { profileKey, useProfileEditor } from './use-profile-editor.ts';

/** The form for the user's own details, which uses the personal centre's own calls. */
export function ProfileForm() {
  const { userId } = useSession();
  const query = useQuery({
    queryKey: profileKey(userId),
    queryFn: ({ signal }) => request<RecordOf<typeof ownUser>>(`/api/sys/user/select-info/${userId}`, { signal, quiet: true }),
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

function Details({ row }: { row: RecordOf<typeof ownUser> }) {
  const editor = useProfileEditor(row);
  const { resource, form, base, conflict, saving } = editor;
  const { options } = useDict('gender');
  return (
    <>
      <Form form={form} layout="vertical" initialValues={pick(resource, base)} onValuesChange={editor.touched} onFinish={editor.submit}>
        <DraftOfferBar offer={editor.offer} />
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
        <Button type="primary" htmlType="submit" loading={saving}>
          保存
        </Button>
      </Form>
      {conflict !== undefined && <ConflictDialog editor={editor} current={conflict} />}
    </>
  );
}

/** The same check as on the server, from the same declaration. */
const ruleOf = (name: keyof typeof user.fields) => ({
  validator: (_: unknown, value: unknown) => rejectInvalid(fieldOf(user, name), value),
});
