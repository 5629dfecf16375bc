import { Alert } from 'antd';
import './refusal-alert.css';

/** Above a form: why a save would be refused by now, if it would. It stays in sight while the form is scrolled. */
export const RefusalAlert = ({ refusal }: { refusal: string | undefined }) =>
  refusal !== undefined && <Alert type="warning" showIcon role="status" title={refusal} className="refusal-alert" />;
