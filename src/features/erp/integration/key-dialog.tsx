import { Alert, Button, Form, Input, Select } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { InvalidError } from '../../../../contract/call-errors'
import type { ErpIntegration, ErpProgram } from '../../../../contract/types'
import { erpProgramsQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { FormDialog } from '../../../ui/form-dialog'
import { toastSuccess } from '../../../ui/toast'
import { type KeyWrite, useIntegrationMutations } from './mutations'

interface KeyDialogProps {
  /** The integration whose key is replaced, 'new' for a program without one, null while closed. */
  readonly target: ErpIntegration | 'new' | null
  readonly integrations: readonly ErpIntegration[]
  readonly onClose: () => void
}

/** The values of the key's fields, in the shape of the call. */
type Values = Record<string, unknown>

/** The program's field as a field of the form and of the call. */
const pathOf = ({ name }: ErpProgram['keyFields'][number]): string => (name === 'apiAccessToken' ? name : `key.${name}`)

const checkText = (label: string) => (value: string | undefined, fail: (problem?: string) => void) =>
  fail(value?.trim() ? undefined : `请输入${label}`)

function trimmed({ apiAccessToken, key }: { apiAccessToken?: string; key?: Record<string, string> }): KeyWrite {
  const entries = Object.entries(key ?? {}).map(([name, text]) => [name, text.trim()] as const)
  return {
    ...(apiAccessToken !== undefined && { apiAccessToken: apiAccessToken.trim() }),
    ...(entries.length > 0 && { key: Object.fromEntries(entries) }),
  }
}

/** Assigns a refusal by the factories' program to the key's last field, also when the server names no field. */
function withKeyField(error: unknown, paths: readonly string[]): unknown {
  if (!(error instanceof InvalidError) || error.issues.length > 0) return error
  const issues = [{ path: `body.${paths.at(-1)}`, code: 'refused', message: error.message }]
  return new InvalidError(error.message, error.call, { issues, cause: error })
}

/** Authorises a factories' program by a key, or replaces the key. */
export function KeyDialog({ target, integrations, onClose }: KeyDialogProps) {
  const { create, change } = useIntegrationMutations()
  const programs = useQuery({ ...erpProgramsQuery(useApi()), enabled: target !== null, meta: { quiet: true } }).data
  const [chosen, setChosen] = useState<number>()
  const integration = target === 'new' ? null : target
  const offered = integration
    ? programs?.filter(({ erp }) => erp === integration.erp)
    : programs?.filter(({ erp }) => integrations.every((one) => one.erp !== erp))
  const program = offered?.find(({ erp }) => erp === chosen) ?? offered?.[0]
  const keyFields = program?.keyFields ?? []
  const paths = keyFields.map(pathOf)
  const save = async (values: Values) => {
    if (!program) throw new Error('工厂系统还没有读取完，请稍后再试')
    try {
      if (integration) await change.mutateAsync({ id: integration.id, ...trimmed(values) })
      else await create.mutateAsync({ erp: program.erp, ...trimmed(values) })
    } catch (error) {
      throw withKeyField(error, paths)
    }
    toastSuccess(integration ? '更改成功' : '授权成功')
  }
  return (
    <FormDialog<Values>
      visible={target !== null}
      title={integration ? '更换 key' : '授权 key'}
      secret
      okText={integration ? '更换 key' : '授权'}
      initialValues={{}}
      fields={paths}
      save={save}
      onClose={onClose}
      width={480}
    >
      {(form) => (
        <>
          {offered?.length === 0 && (
            <Alert
              type="warning"
              className="form-alert"
              content="这个服务器还没有接入工厂系统，暂时不能授权。请联系客服或部署人员。"
            />
          )}
          {!integration && offered && offered.length > 1 && (
            <Form.Item label="工厂系统">
              <Select
                aria-label="工厂系统"
                value={program?.erp}
                onChange={setChosen}
                options={offered.map(({ erp, name }) => ({ value: erp, label: name }))}
              />
            </Form.Item>
          )}
          {keyFields.map((field, at) => (
            <Form.Item
              key={`${program?.erp} ${field.name}`}
              label={field.label}
              field={pathOf(field)}
              rules={[{ validator: checkText(field.label) }]}
              extra={
                integration
                  ? at === 0 && `现在用的是 ${integration.apiAccessToken}。新的 key 验证通过后才会替换它，已有的绑定不变。`
                  : `在「${program?.name}」的后台找到${field.hint}，复制到这里。`
              }
            >
              <Input
                aria-label={field.label}
                autoFocus={at === 0}
                autoComplete="off"
                spellCheck={false}
                placeholder={`粘贴工厂系统的 ${field.label}`}
                allowClear
              />
            </Form.Item>
          ))}
          {program?.demoKey && (
            <p className="erp-demo-key">
              还没有 key？可以先用演示工厂试一试：
              <Button
                size="small"
                onClick={() => {
                  for (const field of keyFields) form.setFieldValue(pathOf(field), program.demoKey?.[field.name])
                  void form.validate(paths).catch(() => undefined)
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
