import { localValues } from '../adapters/storage/values'
import { BottomSheet } from './bottom-sheet'

const storedUnder = (token: string) => `kejiang.buyer.photo-consent.${token}`

/** Whether the buyer agreed on this phone to give photos to the shop behind this link. */
export const mayUsePhotos = (token: string): boolean => localValues.getItem(storedUnder(token)) === 'yes'

/** Stores the consent. A browser without storage keeps none, and the buyer is asked again. */
export function rememberConsent(token: string): void {
  localValues.setItem(storedUnder(token), 'yes')
}

interface ConsentSheetProps {
  readonly shopName: string
  readonly onAgree: () => void
  readonly onRefuse: () => void
}

/** Asks for consent before the first upload: it says what photos are used for, how long they are kept, and whose consent they need. */
export function ConsentSheet({ shopName, onAgree, onRefuse }: ConsentSheetProps) {
  return (
    <BottomSheet title="上传照片前" onClose={onRefuse}>
      <p>
        照片会传给{shopName}，只用来制作您的手机壳。没有提交的设计 30 天后、没有下单的设计 100
        天后自动删除，您也可以随时在“更多”里删除。
      </p>
      <p>照片里有其他人时，请先征得本人同意；有未满 14 岁的孩子时，请由监护人同意。拍摄地点和时间不会保留。</p>
      <button type="button" className="primary wide" onClick={onAgree}>
        同意并上传
      </button>
      <button type="button" className="wide" onClick={onRefuse}>
        不上传
      </button>
    </BottomSheet>
  )
}
