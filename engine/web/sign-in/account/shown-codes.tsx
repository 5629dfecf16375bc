import { Alert, Button, Flex, Typography } from 'antd';

/** Recovery codes, which are shown once. */
export function ShownCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="恢复码只显示这一次，请抄下或保存到安全的地方；手机丢失时，每个可登录一次。"
        style={{ marginBottom: 16 }}
      />
      <Flex wrap gap={8} style={{ marginBottom: 16 }}>
        {codes.map((code) => (
          <Typography.Text code key={code} style={{ fontSize: 15 }}>
            {code}
          </Typography.Text>
        ))}
      </Flex>
      <Flex justify="space-between" align="center">
        <Typography.Text copyable={{ text: codes.join('\n'), tooltips: ['复制', '已复制'] }}>复制全部</Typography.Text>
        <Button type="primary" onClick={onDone}>
          我已保存
        </Button>
      </Flex>
    </>
  );
}
