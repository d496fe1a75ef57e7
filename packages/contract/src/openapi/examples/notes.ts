import { account, type Examples } from './example.ts';

export const NOTE_EXAMPLES: Examples = {
  pinned: {
    summary: 'A pinned note with a document',
    value: {
      ...account,
      notes: [
        {
          body: 'Prefers to be called in the evening.',
          document_paths: [{ document_path: 'letters/2019/10/welcome.pdf' }],
          created_at: '2019-10-01T08:30:00Z',
          is_pinned: true,
          unpin_at: '2019-12-01T00:00:00Z',
        },
      ],
    },
  },
  several: {
    summary: 'Several notes, one with only a document',
    value: {
      ...account,
      notes: [
        { body: 'Meter is behind the cellar door.' },
        { body: 'Moved in on 1 September 2019.', created_at: '2019-09-02T10:00:00Z' },
        { document_paths: [{ document_path: 'contracts/2019/1234.pdf' }], created_at: '2019-09-01T09:00:00Z' },
      ],
    },
  },
};
