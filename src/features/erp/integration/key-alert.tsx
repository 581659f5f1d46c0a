import { Alert, Button } from '@arco-design/web-react'
import type { ErpIntegration } from '../../../../contract/types'

interface KeyAlertProps {
  readonly integration: ErpIntegration
  readonly onChange: () => void
}

/** A warning that the factories' program refused the key: nothing can be read or pushed until it is replaced. */
export function KeyAlert({ integration: { problem }, onChange }: KeyAlertProps) {
  if (problem === null) return null
  return (
    <Alert
      type="error"
      className="form-alert"
      title={`工厂系统不接受现在的 key：${problem}`}
      content="在更换 key 之前，不能同步工厂，也不能推送订单；已有的绑定都还在。请到工厂系统的后台核对或重新生成 key，再在这里更换。"
      action={
        <Button size="small" type="primary" onClick={onChange}>
          更换 key
        </Button>
      }
    />
  )
}
