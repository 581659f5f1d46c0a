import { Modal } from '@arco-design/web-react'
import { Agreement } from '../../ui/agreement'
import { rememberFocus } from '../../ui/focus'

const paragraphsAt = (perImage: number) => [
  `点数用来下载买家的定制图：每张定制图 ${perImage} 点，同一张图再次下载不重复扣点；下载效果图不扣点。`,
  '点数自到账起一年内有效，先到期的先扣；到期没有用完的点数自动失效，不退款、不顺延。',
  '点数属于充值的账号，由该账号下的所有店铺共用，不可转让给其他账号，也不可折现。',
  '支付成功后不可退款。请在支付前核对点数和金额。',
  '付款后没有到账，请在充值记录里点「同步订单」；仍然没有到账请联系客服，核实后补足点数。',
]

interface RefundAgreementProps {
  /** The price of a customized image, credits. */
  readonly perImage: number
  readonly accepted: boolean
  readonly onChange: (accepted: boolean) => void
}

/** 我已阅读并同意《退款协议》: must be accepted on each visit; a click shows the text. */
export function RefundAgreement({ perImage, accepted, onChange }: RefundAgreementProps) {
  return <Agreement name="退款协议" paragraphs={paragraphsAt(perImage)} accepted={accepted} onChange={onChange} />
}

/** Tells why the payment does not start; afterwards the focus returns to the button. */
export function warnNotAgreed(): void {
  const returnFocus = rememberFocus()
  Modal.warning({
    title: '您还没有同意退款协议',
    content: '支付后不可退款、不可转让。请阅读《退款协议》，勾选同意后再支付。',
    okText: '知道了',
    escToExit: true,
    afterClose: returnFocus,
  })
}
