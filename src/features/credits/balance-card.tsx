import { Button } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import type { AccountCredits } from '../../../contract/types'
import { beijingDay } from '../../base/beijing-time'
import { countText } from '../../base/money'
import { imagesOf } from './recharge-rules'
import './balance-card.css'

interface BalanceCardProps {
  readonly account: AccountCredits
  readonly refreshing: boolean
  readonly onRefresh: () => void
  /** Absent where the recharge centre is already open. */
  readonly onRecharge?: (() => void) | undefined
}

/** Shows the balance, the credits that expire next, and the button to recharge. */
export function BalanceCard({ account, refreshing, onRefresh, onRecharge }: BalanceCardProps) {
  const { credits, nextExpiry } = account
  return (
    <section className="credits-balance" aria-label="点数余额">
      <div className="credits-balance-facts">
        <span className="credits-hint">点数余额</span>
        <p className="credits-balance-count numeric">
          {countText(credits)} <span className="credits-balance-unit">点</span>
        </p>
        <span className="credits-hint numeric">
          约可下载 {countText(imagesOf(credits, account.creditsPerImage))} 张定制图
          {nextExpiry && (
            <>
              ；其中 {countText(nextExpiry.credits)} 点将于{' '}
              <time dateTime={new Date(nextExpiry.at).toISOString()}>{beijingDay(nextExpiry.at)}</time> 到期
            </>
          )}
        </span>
      </div>
      <div className="credits-balance-actions">
        <Button icon={<IconRefresh />} loading={refreshing} onClick={onRefresh}>
          刷新
        </Button>
        {onRecharge && (
          <Button type="primary" onClick={onRecharge}>
            充值
          </Button>
        )}
      </div>
    </section>
  )
}
