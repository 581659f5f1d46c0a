import { Form, type FormInstance, Input } from '@arco-design/web-react'
import { act, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { InvalidError, ServerError } from '../../contract/call-errors'
import { showIssues } from './form-issues'

const call = { method: 'POST', url: '/api/phone_brands' }
const invalid = (...paths: string[]) =>
  new InvalidError('有 1 处不对', call, { issues: paths.map((path) => ({ path, code: 'x', message: `${path} 不对` })) })

let form: FormInstance
function NameForm() {
  ;[form] = Form.useForm()
  return (
    <Form form={form} initialValues={{ name: '' }}>
      <Form.Item label="名称" field="name">
        <Input />
      </Form.Item>
      <Form.Item label="左" field="left">
        <Input />
      </Form.Item>
    </Form>
  )
}

describe('showIssues', () => {
  test('showIssues shows each issue at its field', async () => {
    render(<NameForm />)
    const left = await act(async () => showIssues(form, invalid('body.name', 'body.printAreaLeft'), { printAreaLeft: 'left' }))
    expect(left).toBeNull()
    expect(await screen.findByText('body.name 不对')).toBeTruthy()
    expect(await screen.findByText('body.printAreaLeft 不对')).toBeTruthy()
  })

  test('showIssues returns issues without a field, and other errors, to the form', async () => {
    render(<NameForm />)
    const other = invalid('body.colour')
    expect(await act(async () => showIssues(form, other))).toBe(other)
    const broken = new ServerError('服务器出错', call)
    expect(showIssues(form, broken)).toBe(broken)
  })
})
