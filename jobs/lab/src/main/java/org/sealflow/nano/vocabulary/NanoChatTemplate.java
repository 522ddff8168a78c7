package org.sealflow.nano.vocabulary;

/**
 * The chat template of the nano policy: ChatML, messages as they are. Tools given beside the
 * messages stand in the system prompt as the prompt style {@code signatures} writes them; calls and
 * results given apart from the text are written as the conversation protocol has them. So chat
 * servers show the policy what it knows.
 */
final class NanoChatTemplate {
  static final String SOURCE =
      """
      {%- macro signature(tool) -%}
        {%- set function = tool.function if tool.function is defined else tool -%}
        {%- set parameters = function.parameters if function.parameters else {} -%}
        {%- set required = parameters.required if parameters.required else [] -%}
        {{- function.name + '(' -}}
        {%- if parameters.properties -%}
          {%- for name, parameter in parameters.properties.items() -%}
            {{- ',' if not loop.first else '' -}}
            {{- name -}}
            {%- if name not in required -%}
              {%- if parameter.default is defined and parameter.default != 'None' -%}
                {{- '=' -}}{{- parameter.default | tojson -}}
              {%- else -%}
                {{- '=null' -}}
              {%- endif -%}
            {%- endif -%}
          {%- endfor -%}
        {%- endif -%}
        {{- ')' -}}
      {%- endmacro -%}
      {%- if tools -%}
        {{- '<|im_start|>system\\nCall one of these functions per message, or answer in words.\\n' -}}
        {{- '<tool_call>\\n{"name": "function", "arguments": {"parameter": "value"}}\\n' -}}
        {{- '</tool_call>' -}}
        {%- for tool in tools -%}
          {{- '\\n' -}}{{- signature(tool) -}}
        {%- endfor -%}
        {%- if messages and messages[0].role == 'system' -%}
          {{- '\\n\\n' + messages[0].content -}}
        {%- endif -%}
        {{- '<|im_end|>\\n' -}}
      {%- endif -%}
      {%- for message in messages -%}
        {%- if message.role == 'tool' -%}
          {%- if loop.first or messages[loop.index0 - 1].role != 'tool' -%}
            {{- '<|im_start|>user\\n' -}}
          {%- endif -%}
          {%- set result = message.content -%}
          {%- if result | length > 160 -%}
            {%- set result = result[:157] + '...' -%}
          {%- endif -%}
          {{- '<tool_response>\\n' + result + '\\n</tool_response>\\n' -}}
          {%- if loop.last or messages[loop.index0 + 1].role != 'tool' -%}
            {{- '<|im_end|>\\n' -}}
          {%- endif -%}
        {%- elif not (tools and loop.first and message.role == 'system') -%}
          {{- '<|im_start|>' + message.role + '\\n' -}}
          {{- message.content if message.content else '' -}}
          {%- if message.tool_calls -%}
            {%- for call in message.tool_calls -%}
              {%- if message.content or not loop.first -%}
                {{- '\\n' -}}
              {%- endif -%}
              {%- set function = call.function if call.function is defined else call -%}
              {%- set arguments = function.arguments -%}
              {{- '<tool_call>\\n{"name": "' + function.name + '", "arguments": ' -}}
              {{- arguments if arguments is string else arguments | tojson -}}
              {{- '}\\n</tool_call>' -}}
            {%- endfor -%}
          {%- endif -%}
          {{- '<|im_end|>\\n' -}}
        {%- endif -%}
      {%- endfor -%}
      {%- if add_generation_prompt -%}
        {{- '<|im_start|>assistant\\n' -}}
      {%- endif -%}
      """;

  private NanoChatTemplate() {}
}
