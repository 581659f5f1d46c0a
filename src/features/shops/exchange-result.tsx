import { Button } from '@arco-design/web-react'
import { IconCheckCircleFill, IconCloseCircleFill } from '@arco-design/web-react/icon'
import { authorizableTypes, shopTypeName } from '../../../contract/rules/shop-types'
import { Page } from '../../ui/page'
import type { Authorization, Exchange } from './use-authorization'

interface ExchangeResultProps extends Pick<Authorization, 'begin' | 'isBusy'> {
  readonly exchange: Exchange
  /** Goes on to the list of shops. */
  readonly onDone: () => void
}

/** The page to which the marketplace sends the seller back: it shows the result of the authorization, and that the window may be closed. */
export function ExchangeResult({ exchange, isBusy, begin, onDone }: ExchangeResultProps) {
  return (
    <Page title="授权店铺">
      <div className="state-block">
        {exchange.kind === 'running' && <p role="status">正在确认授权…</p>}
        {exchange.kind === 'done' && (
          <>
            <IconCheckCircleFill className="shops-exchange is-done" />
            <div role="status">
              <h2 className="state-title">{exchange.text}</h2>
            </div>
            <p className="state-text">可以关闭这个窗口，回到原来的窗口继续，那里会自动更新。</p>
          </>
        )}
        {exchange.kind === 'failed' && (
          <>
            <IconCloseCircleFill className="shops-exchange" />
            <div role="alert">
              <h2 className="state-title">授权没有成功</h2>
              <p className="state-text">{exchange.reason}</p>
            </div>
          </>
        )}
        <div className="state-actions">
          {exchange.kind === 'failed' &&
            authorizableTypes.map((type) => (
              <Button key={type} type="primary" loading={isBusy} onClick={() => void begin(type)}>
                {authorizableTypes.length === 1 ? '重新授权' : `重新授权${shopTypeName(type)}店铺`}
              </Button>
            ))}
          {exchange.kind !== 'running' && <Button onClick={onDone}>查看店铺</Button>}
        </div>
      </div>
    </Page>
  )
}
