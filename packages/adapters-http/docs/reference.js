// The reference, and the token for its requests.

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

/** A schema that is one of several is named by its title alone, and not by its number too. */
const withoutNumber = (name) => (typeof name === 'string' ? name.replace(/^#\d+ (?=\S)/, '') : name);

/**
 * Changes for the page: titles without numbers; no patterns, which the descriptions give in words; no headers
 * beside each response, since the page describes them once.
 */
const inWords = () => ({
  wrapComponents: {
    JSONSchema202012: (Original, { React }) =>
      React.forwardRef((props, ref) =>
        React.createElement(Original, { ...props, ref, name: withoutNumber(props.name) }),
      ),
    JSONSchema202012KeywordConstraint:
      (Original, { React }) =>
      (props) =>
        props.constraint.value.startsWith('matches ') ? null : React.createElement(Original, props),
    headers: () => () => null,
  },
});

const reference = document.getElementById('reference');
const isReadOnly = 'readOnly' in reference.dataset;

const ui = window.SwaggerUIBundle({
  url: reference.dataset.document,
  domNode: reference,
  presets: [window.SwaggerUIBundle.presets.apis],
  plugins: [inWords],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  ...(isReadOnly ? { supportedSubmitMethods: [] } : {}),
  persistAuthorization: false,
  // This button would send the document to another server.
  validatorUrl: null,
});

const MUTATION = 'mutation ObtainToken($input: ObtainTokenInput!) { obtainToken(input: $input) { token expiresAt } }';

/** Exchanges an API key for a token. @returns a message for the reader, and the token; null if there is none. */
const obtainToken = async (apiKey) => {
  const response = await fetch('/v1/graphql/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: MUTATION, variables: { input: { apiKey } } }),
  });
  const { data, errors } = await response.json();
  const found = data?.obtainToken;
  if (found === undefined || found === null) return { token: null, said: errors?.[0]?.message ?? 'No token.' };
  const until = new Date(found.expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return { token: found.token, said: `Requests on this page are sent with a token until ${until}.` };
};

/** Offers to obtain a token. */
const offerToken = (form) => {
  const input = document.getElementById('api-key');
  const status = document.getElementById('token-status');
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    status.textContent = 'One moment …';
    const { token, said } = await obtainToken(input.value.trim()).catch(() => ({
      token: null,
      said: 'The service can not be reached.',
    }));
    status.dataset.kind = token === null ? 'failed' : 'done';
    status.textContent = said;
    if (token === null) return;
    ui.preauthorizeApiKey('token', `Token ${token}`);
    input.value = '';
  });
};

if (!isReadOnly) offerToken(document.getElementById('token-form'));
