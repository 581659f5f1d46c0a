import { Alert, Button } from '@arco-design/web-react'
import { type FormEvent, useRef, useState } from 'react'
import { creditLimits, creditPacks } from '../../../contract/constants'
import type { AccountCredits } from '../../../contract/types'
import { countText, shortYuanText, yuanText } from '../../base/money'
import { FailureText } from '../../ui/failure-view'
import { fenOf, imagesOf, priceOf, readThousands } from './recharge-rules'
import { RefundAgreement, warnNotAgreed } from './refund-agreement'
import { ThousandsField } from './thousands-field'
import type { PaymentState } from './use-payment'
import './recharge-centre.css'

const [firstPack] = creditPacks
const thousandsText = (credits: number) => String(credits / creditLimits.unit)

/** The prices that the server names. */
type Prices = Pick<AccountCredits, 'creditPrice' | 'creditsPerImage'>

interface PackProps {
  readonly credits: number
  readonly prices: Prices
  readonly chosen: boolean
  readonly onChoose: () => void
}

function Pack({ credits, prices: { creditPrice, creditsPerImage }, chosen, onChoose }: PackProps) {
  const { fen, originalFen } = priceOf(credits, creditPrice)
  return (
    <li>
      <button type="button" className="credits-pack numeric" aria-pressed={chosen} onClick={onChoose}>
        <span className="credits-pack-count">{countText(credits)} 点</span>
        <span className="credits-pack-price">
          {shortYuanText(fen)} 元 <s>原价 {shortYuanText(originalFen)} 元</s>
        </span>
        <span className="credits-hint">
          可下载 {imagesOf(credits, creditsPerImage)} 张，{shortYuanText(fenOf(creditsPerImage, creditPrice))} 元/张
        </span>
      </button>
    </li>
  )
}

export interface RechargeCentreProps {
  readonly paymentState: PaymentState
  readonly prices: Prices
}

/** 充值中心: asks how many credits to buy, shows the price, and starts the payment. */
export function RechargeCentre({ paymentState, prices }: RechargeCentreProps) {
  const { creditPrice, creditsPerImage: perImage } = prices
  const [text, setText] = useState(thousandsText(firstPack))
  const [accepted, setAccepted] = useState(false)
  /** True if the seller tried to pay: an empty field is marked only then, other problems while typing. */
  const [payAttempted, setTried] = useState(false)
  const fieldBox = useRef<HTMLDivElement>(null)
  const typed = readThousands(text)
  const credits = 'credits' in typed ? typed.credits : null
  const problem = 'problem' in typed && (payAttempted || text.trim() !== '') ? typed.problem : null
  const price = credits === null ? null : priceOf(credits, creditPrice)

  const pay = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (credits === null || price === null) return fieldBox.current?.querySelector('input')?.focus()
    if (!accepted) return warnNotAgreed()
    paymentState.startPayment({ credits, amount: price.fen })
  }
  return (
    <form className="credits-centre" onSubmit={pay} noValidate aria-label="充值中心">
      <section className="credits-choose">
        <h2 className="credits-heading">选择点数</h2>
        <p className="credits-hint">
          {countText(creditPrice.unit)} 点 {shortYuanText(creditPrice.fen)} 元（原价 {shortYuanText(creditPrice.originalFen)}{' '}
          元），每张定制图 {perImage} 点
        </p>
        <ul className="credits-packs" aria-label="快捷套餐">
          {creditPacks.map((pack) => (
            <Pack
              key={pack}
              credits={pack}
              prices={prices}
              chosen={credits === pack}
              onChoose={() => setText(thousandsText(pack))}
            />
          ))}
        </ul>
        <ThousandsField text={text} onChange={setText} problem={problem} fieldBox={fieldBox} />
      </section>
      <section className="credits-sum">
        <h2 className="credits-heading">应付金额</h2>
        <p className="credits-price numeric" aria-live="polite">
          <span className="credits-price-now">{price === null ? '—' : yuanText(price.fen)}</span> 元
          {price !== null && <s>原价 {yuanText(price.originalFen)} 元</s>}
        </p>
        <p className="credits-hint numeric">
          {credits === null
            ? '填好点数后显示金额'
            : `${countText(credits)} 点，约可下载 ${countText(imagesOf(credits, perImage))} 张定制图`}
        </p>
        <ul className="credits-terms">
          <li>点数自到账起有效期一年，先到期的先用</li>
          <li>支付后不可退款、不可转让</li>
          <li>账号下所有店铺共用</li>
        </ul>
        <RefundAgreement perImage={perImage} accepted={accepted} onChange={setAccepted} />
        {paymentState.failure !== null && (
          <Alert type="error" title="没有打开支付页面" content={<FailureText error={paymentState.failure} />} />
        )}
        <Button type="primary" size="large" long htmlType="submit" loading={paymentState.payment.phase === 'opening'}>
          立即支付
        </Button>
      </section>
    </form>
  )
}
