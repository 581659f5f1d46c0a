import { useState } from 'react'
import { Agreement } from '../ui/agreement'
import { isAgreementAccepted, setAgreementAccepted } from './agreement-store'

const paragraphs = [
  '您上传的图片、文字和字体归您所有。您保证对它们拥有使用权，并且内容不违反法律法规和平台规则。',
  '服务只为制作、预览和生产手机壳而保存和处理这些内容；模板或素材删除后，不再使用的文件会在几天内从服务器清除。',
  '打印文件按您保存的设计生成。下单生产前请核对图案、机型和打印区域，已经生产的商品无法修改。',
  '请妥善保管账号和密码，子账号的操作由主账号负责。',
]

interface ServiceAgreementProps {
  readonly onChange?: (accepted: boolean) => void
}

/** The checkbox 我已阅读并同意《服务协议》 with a link to the text, stored in this browser. Saving a template needs it. */
export function ServiceAgreement({ onChange }: ServiceAgreementProps) {
  const [accepted, setAccepted] = useState(isAgreementAccepted)
  const change = (next: boolean) => {
    setAgreementAccepted(next)
    setAccepted(next)
    onChange?.(next)
  }
  return <Agreement name="服务协议" paragraphs={paragraphs} accepted={accepted} onChange={change} />
}
