import { Button, Space } from '@arco-design/web-react'
import { Modal } from '../../../ui/modal'
import type { SaveQuestion } from './check-context'
import { ProblemList } from './problem-list'

/** Asks before a design with visible print problems is saved. Choosing a problem closes the question and selects its layer. */
export function SaveQuestionDialog({ question }: { readonly question: SaveQuestion }) {
  const { problems, answer } = question
  const goBack = () => answer(false)
  return (
    <Modal
      visible={problems !== null}
      title="保存前请检查"
      onCancel={goBack}
      footer={
        <Space>
          <Button onClick={() => answer(true)}>仍然保存</Button>
          <Button type="primary" onClick={goBack}>
            去修改
          </Button>
        </Space>
      }
    >
      <p>以下问题会影响印刷效果：</p>
      {problems && <ProblemList problems={problems} onChosen={goBack} />}
    </Modal>
  )
}
