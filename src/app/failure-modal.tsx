import { Button } from '@arco-design/web-react'
import { useSnapshot } from 'valtio'
import { ApiError, InvalidError, PermissionError } from '../../contract/call-errors'
import { supportFacts, supportText } from '../base/support-facts'
import { CopyButton } from '../ui/copy-button'
import { FailureMessage } from '../ui/failure-view'
import { Modal } from '../ui/modal'
import { useValueWhileClosing } from '../ui/use-value-while-closing'
import { failures } from './failures'

function titleOf(error: Error): string {
  if (error instanceof PermissionError) return '没有操作权限'
  return error instanceof ApiError ? '网络请求错误' : '操作没有完成'
}

function Facts({ error }: { readonly error: ApiError }) {
  return (
    <div className="failure-facts">
      <dl>
        {supportFacts(error).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CopyButton text={supportText(error)} label="复制以上信息给客服">
        复制以上信息给客服
      </CopyButton>
    </div>
  )
}

const close = () => {
  failures.current = null
}

/** The dialog 网络请求错误: a message for the seller, and the facts for support. */
export default function FailureModal() {
  const { current } = useSnapshot(failures)
  const error = useValueWhileClosing(current !== null, current?.error as Error | undefined)
  return (
    <Modal
      visible={current !== null}
      title={error ? titleOf(error) : ''}
      style={{ width: 480, maxWidth: 'calc(100vw - 32px)' }}
      onCancel={close}
      footer={
        <Button type="primary" autoFocus onClick={close}>
          知道了
        </Button>
      }
    >
      {error && (
        <>
          <p className="failure-message">
            <FailureMessage error={error} />
          </p>
          {error instanceof InvalidError && error.issues.length > 0 && (
            <ul className="failure-issues">
              {error.issues.map((issue) => (
                <li key={`${issue.path} ${issue.code}`}>{issue.message}</li>
              ))}
            </ul>
          )}
          {error instanceof ApiError && <Facts error={error} />}
        </>
      )}
    </Modal>
  )
}
