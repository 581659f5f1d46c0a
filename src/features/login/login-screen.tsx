import { Alert, Button, Form, Input } from '@arco-design/web-react'
import { IconLock, IconUser } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { Link } from 'wouter'
import { InvalidError } from '../../../contract/call-errors'
import { ServiceAgreement } from '../../agreement/service-agreement'
import { useApi } from '../../api/services'
import { screens } from '../../base/paths'
import { FailureText } from '../../ui/failure-view'
import { toastSuccess } from '../../ui/toast'
import { useOneAtATime } from '../../ui/use-one-at-a-time'

interface LoginScreenProps {
  readonly logoUrl: string
  /** The reason why the previous session ended; null if there was none. */
  readonly notice: string | null
  /** Secret of a one-time link that sets the first password; null on an ordinary visit. */
  readonly setupToken: string | null
  /** Name of the user who was signed in before. */
  readonly username: string | null
  /** True to offer the self-test, because the page runs in a client. */
  readonly selfTest?: boolean
  /** Returns the server's id of this device; undefined before its first login. */
  readonly loadDevice?: () => Promise<string | undefined>
  /** Starts the session; the form stays busy until it resolves, and shows why it rejected. */
  readonly onSignedIn: (token: string, device: string) => Promise<void>
}

interface Fields {
  readonly username: string
  readonly password: string
  readonly repeated: string
}

const minPasswordLength = 8

/** /login: asks for name and password, or sets the first password by a one-time link. */
export default function LoginScreen({
  logoUrl,
  notice,
  setupToken,
  username,
  selfTest = false,
  loadDevice = async () => undefined,
  onSignedIn,
}: LoginScreenProps) {
  const api = useApi()
  const [form] = Form.useForm<Fields>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isSetup = setupToken !== null

  const request = async ({ username: name, password }: Fields) =>
    setupToken === null
      ? api.users.login({ body: { username: name.trim(), password, device: await loadDevice() } }, { quiet: true })
      : api.users.setPassword({ body: { setupToken, password } }, { quiet: true })

  // Ignores a second submit, by Enter and a click or a double click: the busy state would be rendered too late.
  const submit = useOneAtATime(async (fields: Fields) => {
    setBusy(true)
    setError(null)
    try {
      const { token, device } = await request(fields)
      await onSignedIn(token, device)
      toastSuccess('登陆成功')
    } catch (cause) {
      setError(cause)
      for (const issue of cause instanceof InvalidError ? cause.issues : []) {
        const field = issue.path.split('.').pop()
        if (field === 'username' || field === 'password') form.setFields({ [field]: { error: { message: issue.message } } })
      }
      setBusy(false)
    }
  })

  return (
    <main className="login">
      <div className="login-card">
        <img src={logoUrl} alt="" className="login-brand" />
        <h1 className="login-title">{isSetup ? '设置密码' : '登录壳匠'}</h1>
        <p className="login-subtitle">{isSetup ? '链接只能使用一次，设置后直接登录。' : '手机壳定制卖家后台'}</p>
        {notice && error === null && <Alert type="warning" className="login-alert" content={notice} />}
        {error !== null && <Alert type="error" className="login-alert" content={<FailureText error={error} />} />}
        <Form<Fields>
          form={form}
          layout="vertical"
          requiredSymbol={false}
          initialValues={{ username: username ?? '' }}
          onSubmit={(fields) => submit(fields as Fields)}
        >
          {!isSetup && (
            <Form.Item
              label="用户名"
              field="username"
              rules={[{ validator: (value: string | undefined, fail) => fail(value?.trim() ? undefined : '用户名必填') }]}
            >
              <Input
                size="large"
                prefix={<IconUser />}
                name="username"
                autoComplete="username"
                autoFocus={username === null}
                placeholder="请输入用户名"
                aria-label="用户名"
              />
            </Form.Item>
          )}
          <Form.Item
            label={isSetup ? '新密码' : '密码'}
            field="password"
            rules={[
              {
                validator: (value: string | undefined, fail) => {
                  if (!value) fail('密码必填')
                  else if (isSetup && value.length < minPasswordLength) fail(`密码至少 ${minPasswordLength} 位`)
                },
              },
            ]}
          >
            <Input.Password
              size="large"
              prefix={<IconLock />}
              name="password"
              autoComplete={isSetup ? 'new-password' : 'current-password'}
              autoFocus={isSetup || username !== null}
              placeholder={isSetup ? `至少 ${minPasswordLength} 位` : '请输入密码'}
              aria-label={isSetup ? '新密码' : '密码'}
            />
          </Form.Item>
          {isSetup && (
            <Form.Item
              label="再输入一次"
              field="repeated"
              dependencies={['password']}
              rules={[
                {
                  validator: (value: string | undefined, fail) =>
                    fail(value === form.getFieldValue('password') ? undefined : '两次输入的密码不一致'),
                },
              ]}
            >
              <Input.Password
                size="large"
                prefix={<IconLock />}
                name="repeated"
                autoComplete="new-password"
                placeholder="再输入一次新密码"
                aria-label="再输入一次新密码"
              />
            </Form.Item>
          )}
          <ServiceAgreement />
          <Button type="primary" size="large" long htmlType="submit" loading={busy} className="login-button">
            {isSetup ? '设置密码并登录' : '登录'}
          </Button>
        </Form>
        {/* A client has no address bar, so this link opens the self-test of a fresh installation. */}
        {selfTest && (
          <p className="login-self-test">
            <Link href={screens.selfTest.path}>客户端自检</Link>
          </p>
        )}
      </div>
    </main>
  )
}
