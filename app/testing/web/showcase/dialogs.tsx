import { Button } from 'antd';
import { useDelete } from '@back-office/web/crud/hooks/use-delete.tsx';
import { useEditor } from '@back-office/web/crud/hooks/use-editor.ts';
import { useLeave } from '@back-office/web/platform/feedback/use-leave.ts';
import { RecordForm } from '@back-office/web/crud/parts/record-form.tsx';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { stored } from './answers.ts';
import { filled } from './resources.ts';
import { Stage } from './stage.tsx';

/** A form with its states, and confirmation dialogs: each is opened by its button. */
export const Dialogs = () => (
  <Stage at={`/${filled.name}/list`}>
    <Questions />
    <Editing />
  </Stage>
);

function Questions() {
  const remove = useDelete(filled, () => undefined, undefined);
  const leave = useLeave();
  const { message } = useApp();
  return (
    <section className="showcase-kind" aria-label="对话框">
      <h2>对话框</h2>
      <div className="showcase-row">
        <Button onClick={() => remove([stored])}>删除确认</Button>
        <Button onClick={() => leave(true, () => undefined)}>离开确认</Button>
        <Button onClick={() => void message.success('保存成功')}>成功消息</Button>
        <Button onClick={() => void message.error('服务器异常，请稍后重试！')}>失败消息</Button>
      </div>
    </section>
  );
}

/** The stored record was changed by somebody else: every save conflicts. */
function Editing() {
  const editor = useEditor(filled, stored, () => undefined);
  return (
    <section className="showcase-kind" aria-label="合同表单">
      <h2>表单</h2>
      <RecordForm editor={editor} />
      <Button type="primary" onClick={editor.submit} loading={editor.saving}>
        保存
      </Button>
    </section>
  );
}
