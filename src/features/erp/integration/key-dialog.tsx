import { Alert, Button, Form, Input } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { InvalidError } from '../../../../contract/call-errors'
import { erpKind } from '../../../../contract/constants'
import type { ErpIntegration } from '../../../../contract/types'
import { erpProgramQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { FormDialog } from '../../../ui/form-dialog'
import { toastSuccess } from '../../../ui/toast'
import { useIntegrationMutations } from './mutations'

interface KeyDialogProps {
  /** The integration whose key is replaced, 'new' for the first key, null while closed. */
  readonly target: ErpIntegration | 'new' | null
  readonly onClose: () => void
}

interface Fields {
  apiAccessToken: string
}

const checkKey = (value: string | undefined, fail: (problem?: string) => void) => fail(value?.trim() ? undefined : '请输入key')

/** Assigns a refusal by the factories' program to the key field, also when the server names no field. */
function withKeyField(error: unknown): unknown {
  if (!(error instanceof InvalidError) || error.issues.length > 0) return error
  const issues = [{ path: 'body.apiAccessToken', code: 'refused', message: error.message }]
  return new InvalidError(error.message, error.call, { issues, cause: error })
}

/** Authorises the factories' program by a key, or replaces the key. */
export function KeyDialog({ target, onClose }: KeyDialogProps) {
  const { create, change } = useIntegrationMutations()
  const program = useQuery({ ...erpProgramQuery(useApi()), enabled: target !== null, meta: { quiet: true } }).data
  const integration = target === 'new' ? null : target
  const name = program?.name ?? '工厂系统'
  const demoKey = program?.demoKey ?? null
  const save = async ({ apiAccessToken: typed }: Fields) => {
    const apiAccessToken = typed.trim()
    try {
      if (integration) await change.mutateAsync({ id: integration.id, apiAccessToken })
      else await create.mutateAsync({ erp: program?.erp ?? erpKind.printFactory, apiAccessToken })
    } catch (error) {
      throw withKeyField(error)
    }
    toastSuccess(integration ? '更改成功' : '授权成功')
  }
  return (
    <FormDialog<Fields>
      visible={target !== null}
      title={integration ? '更换 key' : '授权 key'}
      secret
      okText={integration ? '更换 key' : '授权'}
      initialValues={{ apiAccessToken: '' }}
      fields={['apiAccessToken']}
      save={save}
      onClose={onClose}
      width={480}
    >
      {(form) => (
        <>
          {program === null && (
            <Alert
              type="warning"
              className="form-alert"
              content="这个服务器还没有接入工厂系统，暂时不能授权。请联系客服或部署人员。"
            />
          )}
          <Form.Item
            label="key"
            field="apiAccessToken"
            rules={[{ validator: checkKey }]}
            extra={
              integration
                ? `现在用的是 ${integration.apiAccessToken}。新的 key 验证通过后才会替换它，已有的绑定不变。`
                : `在「${name}」的后台找到接口 key（也叫 API key、访问令牌），复制到这里。`
            }
          >
            <Input aria-label="key" autoFocus autoComplete="off" spellCheck={false} placeholder="粘贴工厂系统的 key" allowClear />
          </Form.Item>
          {demoKey !== null && (
            <p className="erp-demo-key">
              还没有 key？可以先用演示工厂试一试：
              <Button
                size="small"
                onClick={() => {
                  form.setFieldValue('apiAccessToken', demoKey)
                  void form.validate(['apiAccessToken']).catch(() => undefined)
                }}
              >
                填入演示 key
              </Button>
            </p>
          )}
        </>
      )}
    </FormDialog>
  )
}
