/** Faults of the server and what it stands on; see faults.mjs. */

const postgres = 'server/test/faults/postgres.test.ts'
const storage = 'server/test/faults/storage.test.ts'
const quota = 'server/test/quota.test.ts'
const charges = 'server/domain/credits/charge.test.ts'
const recharge = 'server/test/recharge.test.ts'
const contract = 'server/test/security/contract.test.ts'
const examine = 'server/infra/content/examine.test.ts'

/** @type {readonly import('./faults.mjs').FaultArea[]} */
export const serverFaults = [
  {
    title: 'Database',
    faults: [
      {
        fault: 'PostgreSQL is restarted while servers write',
        tests: { [postgres]: ['a restart of PostgreSQL during writes ends no process and loses nothing that was acknowledged'] },
      },
      {
        fault: 'A connection is cut in the middle of work',
        tests: { [postgres]: ['a sync task continues by itself after its connection was cut'] },
      },
      {
        fault: 'A lock is held, on a table and on a row',
        tests: {
          [postgres]: [
            'a locked table blocks nobody who does not need it, however many wait for it',
            'callers that lock the same row in turn are all served, however many they are',
            'a lock, a statement or a pool that takes too long is answered with 503 and a Retry-After',
          ],
        },
      },
      {
        fault: 'A server stands still in the middle of a transaction',
        tests: { [postgres]: ['the idle transaction of a stalled server is ended, and its locks are released'] },
      },
      {
        fault: 'A pooler has fewer connections than clients',
        tests: { 'server/test/pooler.test.ts': ['a statement, a lock and an idle transaction end at their limits'] },
      },
      {
        fault: 'The thread of the embedded database ends, or a query of it takes long',
        tests: {
          'server/test/faults/thread.test.ts': [
            'a long query of the embedded database does not block the server',
            'when the database thread ends, pending and later queries are rejected and the end is reported once',
          ],
        },
      },
    ],
  },
  {
    title: 'Storage of files',
    faults: [
      {
        fault: 'The storage is gone',
        tests: {
          [storage]: [
            'a storage that is %s refuses uploads in words, keeps what was acknowledged, and works again',
            'files are there again when their disk is, and meanwhile the server reads and writes everything else',
          ],
          'server/infra/storage/storage.test.ts': ['a busy bucket is retried, and an unreachable one is an outage'],
          'server/test/http-operation.test.ts': [
            '/healthz and /readyz answer, and a storage that fails is named without making the process unready',
          ],
        },
      },
      {
        fault: 'The storage is slow',
        tests: { [storage]: ['while the storage is slow, calls that do not need it are answered'] },
      },
      {
        fault: 'The disk is full',
        tests: {
          [quota]: [
            'a full disk is answered with 507 and a message, the upload can be repeated, and nothing is left behind',
            'when even rows have no room, reading and signing out still work',
          ],
          'server/infra/disk.test.ts': [
            'free space is refused to uploads at a tenth of the disk, and to rows only when nearly none is left',
          ],
        },
      },
      {
        fault: 'The disk is read-only',
        tests: {
          [storage]: ['a storage that is %s refuses uploads in words, keeps what was acknowledged, and works again'],
          'server/infra/disk.test.ts': ['an unusable data directory is reported in one sentence'],
        },
      },
      {
        fault: 'An upload breaks off',
        tests: {
          'server/infra/storage/storage.test.ts': [
            'the … storage driver stores nothing of a stream that breaks',
            'local storage leaves no half-written file',
          ],
        },
      },
    ],
  },
  {
    title: 'Hostile input',
    faults: [
      {
        fault: 'JSON that is deep, or has very many values',
        tests: {
          'server/test/http-bodies.test.ts': [
            'a body with too many nested levels or values is refused before it is parsed',
            'a body over the limit is refused while it arrives, whatever its Content-Length',
          ],
        },
      },
      {
        fault: 'Drawings made to be slow, while others work',
        tests: {
          'server/test/hostile-pictures.test.ts': [
            '%s are refused while another seller’s pictures are processed',
            'a stored drawing that cannot be rendered is tried once for all widths and shown as it is',
          ],
          'server/infra/content/drawing/canonicalise.test.ts': ['a drawing with %s is refused before anything is drawn'],
        },
      },
      {
        fault: 'Pictures made to be large',
        tests: {
          'server/test/hostile-pictures.test.ts': [
            'a picture that needs too much memory is refused, and the next picture is processed',
          ],
          [examine]: ['a PNG of more pixels than the limit is refused before it is decoded'],
        },
      },
    ],
  },
  {
    title: 'Killed servers and power cuts',
    faults: [
      {
        fault: 'The server is killed (SIGKILL) at random moments under writes',
        tests: {
          'server/test/faults/kill.test.ts': ['… kills lose no acknowledged write, and the database opens every time'],
        },
      },
      {
        fault: 'The power fails: writes that were not synced are lost',
        tests: {
          'server/test/faults/power.test.ts': [
            '… power cuts lose no acknowledged write',
            'the database recovers from a power cut during its creation',
          ],
        },
      },
      {
        fault: 'The server is killed between the steps of its work in the background',
        tests: {
          'server/test/faults/jobs.test.ts': [
            '… jobs survive … kills: none is lost, and no step happens twice',
            '… jobs survive … power cuts',
          ],
        },
      },
      {
        fault: 'The server is killed while it pushes orders to a factory',
        tests: {
          'server/test/faults/push.test.ts': ['a case is made once although the server is killed between the steps of its push'],
          'server/test/push-once.test.ts': ['the factory has each case at most once, and every case that is recorded as pushed'],
        },
      },
      {
        fault: 'The server is killed while it makes a backup',
        tests: {
          'server/test/backup.test.ts': [
            'a backup takes over at once from a process of this machine that was killed',
            'a storage that fails ends the backup, and nothing hangs',
          ],
        },
      },
      {
        fault: 'Two servers open one data directory',
        tests: {
          'server/test/faults/lock.test.ts': [
            'exactly one of six racing processes gets the lock, also right after its holder was killed',
            'a second server is refused with the reason, and opens after the first was killed',
          ],
        },
      },
    ],
  },
  {
    title: 'Charges and payments',
    faults: [
      {
        fault: '50 parallel identical charges',
        tests: { [charges]: ['the same charge requested 50 times at once is made once'] },
      },
      {
        fault: 'Double clicks and two tabs',
        tests: {
          [recharge]: ['a charge that is sent twice, in two tabs or again later happens once'],
          'src/push/push-dialog.test.tsx': ['a double click pushes once'],
        },
      },
      {
        fault: 'Merged orders and their parts are charged together',
        tests: {
          [charges]: ['a design that a merged order and its parts show is charged once, recorded under the merged order'],
        },
      },
      {
        fault: 'The server is killed between the steps of a recharge and of a charge',
        tests: {
          'server/test/faults/charge.test.ts': [
            'a killed server has all of a recharge or none, all of a charge or none, and repeats neither',
          ],
        },
      },
      {
        fault: 'Any operations on credits, one after another and all at once',
        tests: {
          'server/domain/credits/interleaving.test.ts': [
            'operations on credits one after another give the result of a plain model',
            'operations on credits all at once charge and credit nothing twice and keep the books balanced',
          ],
        },
      },
      {
        fault: 'Notices of payments are repeated, late, out of order or forged',
        tests: {
          [recharge]: [
            'repeated, late and reordered notices change nothing',
            "a notice is accepted only with the provider's signature, for this merchant and this amount",
            'a refund that is reported before its payment results in no credits',
          ],
        },
      },
    ],
  },
  {
    title: 'What marketplaces, factories, cashiers and storages send',
    faults: [
      {
        fault: 'Answers of the marketplace in every registered shape, for one order, a list and a grant',
        tests: { 'server/test/marketplace-replies.test.ts': ['*'] },
      },
      {
        fault: 'A day of sixty orders from a gateway as hard as its documents allow',
        tests: { 'server/test/hostile-day.test.ts': ['*'] },
      },
      {
        fault: 'Answers of a factory’s program in every registered shape, and one that is as hard as real ones',
        tests: { 'server/test/factory-replies.test.ts': ['*'], 'server/test/factory-strict.test.ts': ['*'] },
      },
      {
        fault: 'A factory cancels a line, never got it, or answers in doubtful words',
        tests: { 'server/test/push-settled.test.ts': ['*'] },
      },
      {
        fault: 'An item is refunded, shipped or changed by its buyer, before the push and after it',
        tests: { 'server/test/push-states.test.ts': ['*'] },
      },
      {
        fault: 'Notices and answers of a cashier in every registered shape, and one that is as hard as real ones',
        tests: { 'server/test/cashier-replies.test.ts': ['*'], 'server/test/strict-cashier.test.ts': ['*'] },
      },
      {
        fault: 'A storage that refuses browsers, signatures or its clock',
        tests: { 'server/test/strict-storage.test.ts': ['*'] },
      },
    ],
  },
  {
    title: 'Submissions of buyers',
    faults: [
      {
        fault: 'A drawing fails, is repeated, or its process ends; the design changes or goes meanwhile',
        tests: { 'server/test/buyer-drawing.test.ts': ['*'] },
      },
      {
        fault: 'A deleted design leaves a photo or a drawing behind',
        tests: { 'server/test/buyer-deleted.test.ts': ['*'] },
      },
    ],
  },
  {
    title: 'Operators',
    faults: [
      {
        fault: 'A restore over a database whose servers run, and as an ordinary role',
        tests: { 'server/test/set-aside.test.ts': ['*'] },
      },
      {
        fault: 'A copy of a database begins to act outside, and writes come during maintenance',
        tests: { 'server/test/pauses.test.ts': ['*'] },
      },
      { fault: 'A server without the demo shows a part of it', tests: { 'server/test/demo-off.test.ts': ['*'] } },
    ],
  },
  {
    title: 'Isolation',
    faults: [
      { fault: 'Every endpoint without a token (generated from the contract)', tests: { [contract]: ['%s requires a token'] } },
      {
        fault: 'Every endpoint with another account’s ids (generated from the contract)',
        tests: {
          [contract]: [
            "with another account's ids %s answers 404",
            "%s refuses another account's ids in its body like ids that do not exist",
            '%s shows no rows of another account',
            "after all calls with another account's ids the owner is shown the same as before",
          ],
        },
      },
      {
        fault: 'Every endpoint by a sub-account without the permission',
        tests: {
          [contract]: ['%s is refused with 此子帐号无此操作权限 without a permission for it, and the session stays valid'],
        },
      },
    ],
  },
]
