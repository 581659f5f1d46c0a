import { Button, Form, Input } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { InvalidError } from '../../../contract/call-errors'
import { permissions } from '../../../contract/constants'
import { meQuery } from '../../api/queries/session'
import { useApi } from '../../api/services'
import { confirm } from '../../ui/confirm'
import { FailureText } from '../../ui/failure-view'
import { toastSuccess } from '../../ui/toast'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { permissionTexts } from './permission-texts'

interface Fields {
  password: string
  newPassword: string
  repeated: string
}

const minLength = 8

function PasswordForm() {
  const api = useApi()
  const [form] = Form.useForm<Fields>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const save = useOneAtATime(async ({ password, newPassword }: Fields) => {
    setBusy(true)
    setError(null)
    try {
      await api.users.changePassword({ body: { password, newPassword } }, { quiet: true })
      form.resetFields()
      toastSuccess('密码已修改，其他设备需要重新登录')
    } catch (cause) {
      const issues = cause instanceof InvalidError ? cause.issues : []
      for (const { path, message } of issues) {
        const field = path.replace(/^body\./, '')
        if (field === 'password' || field === 'newPassword') form.setFields({ [field]: { error: { message } } })
      }
      if (issues.length === 0) setError(cause)
    }
    setBusy(false)
  })
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredSymbol={false}
      className="account-form"
      onSubmit={(fields) => save(fields as Fields)}
    >
      <Form.Item label="当前密码" field="password" rules={[{ required: true, message: '当前密码必填' }]}>
        <Input.Password autoComplete="current-password" aria-label="当前密码" />
      </Form.Item>
      <Form.Item label="新密码" field="newPassword" rules={[{ required: true, minLength, message: `密码至少 ${minLength} 位` }]}>
        <Input.Password autoComplete="new-password" aria-label="新密码" />
      </Form.Item>
      <Form.Item
        label="再输一次新密码"
        field="repeated"
        rules={[
          {
            validator: (value: string | undefined, fail) =>
              fail(value === form.getFieldValue('newPassword') ? undefined : '两次输入的密码不一致'),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" aria-label="再输一次新密码" />
      </Form.Item>
      {error !== null && (
        <p role="alert" className="account-error">
          <FailureText error={error} />
        </p>
      )}
      <Button type="primary" htmlType="submit" loading={busy}>
        修改密码
      </Button>
    </Form>
  )
}

interface OwnAccountProps {
  /** Called when all sessions of the user were ended, including this one. */
  readonly onSignedOut: () => void
}

/** 我的账号: shows the user's permissions and signed-in devices, and changes the password. */
export function OwnAccount({ onSignedOut }: OwnAccountProps) {
  const api = useApi()
  const me = useQuery(meQuery(api)).data
  const signOutEverywhere = async () => {
    const agreed = await confirm({
      title: '退出所有设备？',
      content: '所有登录了这个账号的窗口都会退出，包括现在这个。',
      okText: '全部退出',
      danger: true,
      onOk: () => api.users.logoutEverywhere(),
    })
    if (agreed) onSignedOut()
  }
  return (
    <>
      {me?.mainUsername !== undefined && (
        <section aria-label="我的权限" className="account-section">
          <h2>我的权限</h2>
          <p className="account-hint">由主账号 {me.mainUsername} 授权；需要更多权限时请联系主账号。</p>
          <ul className="account-permissions">
            {permissions
              .filter((permission) => me.permissions.includes(permission))
              .map((permission) => (
                <li key={permission}>
                  <strong>{permissionTexts[permission].name}</strong> {permissionTexts[permission].description}
                </li>
              ))}
            {me.permissions.length === 0 && <li>还没有任何权限</li>}
          </ul>
        </section>
      )}
      <section aria-label="修改密码" className="account-section">
        <h2>修改密码</h2>
        <PasswordForm />
      </section>
      <section aria-label="登录的设备" className="account-section">
        <h2>登录的设备</h2>
        <p className="account-hint">电脑借给别人用过、或怀疑密码泄露时，让所有设备重新登录。</p>
        <Button status="danger" onClick={() => void signOutEverywhere()}>
          退出所有设备
        </Button>
      </section>
    </>
  )
}
