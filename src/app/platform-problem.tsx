import { Button } from '@arco-design/web-react'
import { PlatformError } from '../../adapters/platform'
import { messageOf } from '../../contract/ground/thrown'
import { CopyButton } from '../ui/copy-button'
import { errorFacts } from '../ui/error-facts'
import { Unfold } from '../ui/unfold'
import { productBrand } from './mini-app'

/** Returns what the seller can do: whoever has a host of another version is in the client already. */
const remedyOf = (error: unknown): string =>
  error instanceof PlatformError && error.code === 'VERSION'
    ? '升级后请重新打开本插件；如果仍有提示，请把诊断信息发给客服。'
    : '请从千牛工作台打开本插件，或在浏览器里直接访问网址。'

/** Shown when the plugin cannot work where it was opened: the reason, the remedy, and the facts for support. */
export function PlatformProblem({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const text = errorFacts(error)
  return (
    <main className="problem-page">
      <div className="state-block" role="alert">
        <img src={productBrand.logoUrl} alt="" width={48} height={48} />
        <h1 className="state-title">{messageOf(error)}</h1>
        <p className="state-text">
          {productBrand.name}没有连上客户端。{remedyOf(error)}
        </p>
        <Button type="primary" onClick={onRetry}>
          重试
        </Button>
        <Unfold className="problem-facts" summary="诊断信息">
          <pre>{text}</pre>
        </Unfold>
        <CopyButton text={text} label="复制诊断信息给客服">
          复制诊断信息给客服
        </CopyButton>
      </div>
    </main>
  )
}
