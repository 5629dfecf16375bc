import { useState, type ReactNode } from 'react';
import type { Companion } from '@back-office/web/crud/hooks/companion.ts';
import { ChangesDialog } from './changes-dialog.tsx';
import type { GrantLoad } from './use-grants.ts';

/** Lets the role's form save the grants below it together with the role, after showing the changes once more. */
export function useGrantCompanion({ editor }: GrantLoad, roleName: string): { companion: Companion | undefined; dialog: ReactNode } {
  const [answer, setAnswer] = useState<(goOn: boolean) => void>();
  const answerWith = (goOn: boolean): void => {
    setAnswer(undefined);
    answer?.(goOn);
  };
  if (editor === undefined) return { companion: undefined, dialog: null };
  const companion: Companion = {
    changed: editor.changes.length > 0,
    confirm: () => new Promise((resolve) => setAnswer(() => resolve)),
    send: async (values) => {
      if (values !== undefined) return editor.saveWith(values);
      await editor.save();
      return undefined;
    },
  };
  const dialog = answer !== undefined && (
    <ChangesDialog
      role={roleName}
      changes={editor.changes}
      saving={false}
      save="保存"
      onSave={() => answerWith(true)}
      onCancel={() => answerWith(false)}
    />
  );
  return { companion, dialog };
}
