import { expect } from 'chai';
import { describeOperation } from '../../src/openapi/describe-operation.ts';
import { testConfig } from '../support/test-config.ts';
import { type EndpointSketch, testEndpoint } from '../support/test-manifests.ts';

const pictures = ['image/png', 'image/webp'];
const upload: EndpointSketch = {
  path: '/photos',
  methods: ['POST'],
  consumes: ['multipart'],
  bodyLimit: 7_000_000,
  schemas: { params: undefined, query: undefined, body: { type: 'object', properties: { title: { type: 'string' } } } },
  files: {
    photo: { types: pictures, picture: true, required: true, description: 'From the front.' },
    details: { types: ['application/pdf'], picture: false, required: false, max: 4 },
  },
};

function describeUpload(changes: Partial<EndpointSketch> = {}): Readonly<Record<string, unknown>> {
  const endpoint = testEndpoint('shop', 'addPhoto', { ...upload, ...changes });
  return { ...describeOperation({ endpoint, method: 'POST', name: 'addPhoto', config: testConfig() }) };
}

describe('a route that takes files, in OpenAPI', () => {
  it('has a multipart body of its fields and its files, with their types', () => {
    expect(describeUpload().requestBody).to.deep.equal({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/addPhotoBody' },
              {
                type: 'object',
                properties: {
                  photo: { type: 'string', format: 'binary', description: 'From the front.' },
                  details: { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: 4 },
                },
                required: ['photo'],
              },
            ],
          },
          encoding: { photo: { contentType: 'image/png, image/webp' }, details: { contentType: 'application/pdf' } },
        },
      },
    });
  });

  it('needs no body where it needs neither a field nor a file', () => {
    const photo = { types: pictures, picture: true, required: false };
    expect(describeUpload({ files: { photo } }).requestBody).to.deep.include({ required: false });
  });

  it('says how long the body may be, and which refusals it gives', () => {
    const { description, responses } = describeUpload();
    expect(description).to.include('The body has at most 7000000 bytes.');
    expect(describeUpload({ bodyLimit: undefined }).description).to.include(
      `at most ${testConfig().server.limits.upload} bytes`,
    );
    expect(responses).to.include.keys('303', '400', '403', '413', '415');
  });
});
