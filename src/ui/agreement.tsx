import { Button, Checkbox } from '@arco-design/web-react'
import { useState } from 'react'
import { Modal } from './modal'

interface AgreementProps {
  /** 服务协议 */
  readonly name: string
  readonly paragraphs: readonly string[]
  readonly accepted: boolean
  readonly onChange: (accepted: boolean) => void
}

/** The checkbox 我已阅读并同意《…》 with a link to the text; agreeing there checks it too. */
export function Agreement({ name, paragraphs, accepted, onChange }: AgreementProps) {
  const [reading, setReading] = useState(false)
  return (
    <div className="agreement">
      <Checkbox checked={accepted} onChange={onChange}>
        我已阅读并同意
      </Checkbox>
      <Button type="text" size="mini" className="agreement-link" onClick={() => setReading(true)}>
        《{name}》
      </Button>
      <Modal
        visible={reading}
        title={name}
        style={{ width: 480, maxWidth: 'calc(100vw - 32px)' }}
        okText="同意"
        onOk={() => {
          onChange(true)
          setReading(false)
        }}
        onCancel={() => setReading(false)}
      >
        <ol className="agreement-text">
          {paragraphs.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </Modal>
    </div>
  )
}
