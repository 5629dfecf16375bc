import { useQueryClient } from '@tanstack/react-query';
import { App, Input } from 'antd';
import { type Action, request, type Values } from 'back-office/web';
import { agreement, moves } from '../agreement.ts';

/** A button for each move: seen where the state allows it, by whoever has its permission. */
export function useMoves(): Action<Values>[] {
  const { modal, message } = App.useApp();
  const queries = useQueryClient();
  return moves.map(({ call, label, from, permission, asks }) => ({
    name: permission,
    label,
    affix: true,
    offered: (row) => row['agreementState'] === from,
    run: async (row) => {
      const { asked, body } = questionOf(asks);
      // Awaited, so that the dialog stays open with what was typed where the server refuses.
      const sure = await modal.confirm({
        title: `${label}“${String(row['agreementName'])}”？`,
        content: asked,
        okText: label,
        centered: true,
        onOk: () => request(`/api/${agreement.name}/${call}/${String(row['id'])}`, { method: 'PUT', json: body() }),
      });
      if (sure) void message.success(`已${label}`);
      // Done or not: what is seen is what stands there now.
      await queries.invalidateQueries({ queryKey: [agreement.name] });
    },
  }));
}

/** A box for what a move asks for, and what its call sends. */
function questionOf(asks: string | undefined) {
  let reason = '';
  return {
    asked: asks !== undefined && (
      <Input.TextArea
        aria-label={asks}
        placeholder={asks}
        maxLength={200}
        autoSize={{ minRows: 3 }}
        onChange={({ target }) => (reason = target.value)}
      />
    ),
    body: () => (asks === undefined ? undefined : { reason }),
  };
}
